"""Image kernels and interactive segmentation."""
