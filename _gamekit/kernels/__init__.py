"""Parts that the kernels of both packages are made of; they count for what each package's cache holds."""
