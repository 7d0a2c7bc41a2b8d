"""What is kept of councils that meet by themselves: schedules, their times, what is to be sent, alarms seen."""
