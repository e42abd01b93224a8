"""What many cores gain for one proof."""
