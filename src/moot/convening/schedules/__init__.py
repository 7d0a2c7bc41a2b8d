"""When a council meets by itself: its times, and what opens its sessions."""
