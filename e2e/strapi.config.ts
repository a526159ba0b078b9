import { defineConfig } from '@playwright/test'
import everyday from './playwright.config.ts'

/** The product on a real Strapi (`npm run test:strapi`): sequential tests that build on each other. */
export default defineConfig({
  ...everyday,
  testDir: './strapi',
  testMatch: '*.live.ts',
  globalSetup: './global-setup.ts',
  outputDir: '.results-strapi',
  // Long, because Strapi is installed before the first test.
  timeout: 900_000,
  workers: 1,
  retries: 0,
})
