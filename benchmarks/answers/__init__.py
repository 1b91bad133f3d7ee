"""What comes after a solve: explanations, reports and samples from the posterior."""
