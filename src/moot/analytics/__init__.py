"""What many sessions say together: answers, times, tokens and votes counted across transcripts."""
