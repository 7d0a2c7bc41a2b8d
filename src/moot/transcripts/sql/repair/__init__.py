"""What is done for a store that is damaged or lost: backups, salvage, and building its tables anew."""
