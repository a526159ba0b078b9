import { vi } from 'vitest'

// Evaluates the product's modules anew for this file; packages stay loaded.
vi.resetModules()
