"""Long work in numbered blocks: studies, their files, and workers."""
