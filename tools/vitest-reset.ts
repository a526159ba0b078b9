import { vi } from 'vitest'

// Evaluates the product's modules anew for each test file; packages stay loaded.
vi.resetModules()
