"""Long work in numbered blocks: studies, their files, and who does the work."""
