"""The door of the published adjudicated council: questions put together, by its own contract."""
