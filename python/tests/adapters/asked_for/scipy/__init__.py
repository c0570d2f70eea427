"""Of scipy datasketch's tests take csr_matrix, for matrices of two numbers."""
