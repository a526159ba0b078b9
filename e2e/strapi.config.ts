import { defineConfig } from '@playwright/test'
import everyday from './playwright.config.ts'

/** The product on a real Strapi (`npm run test:strapi`): one system after the other, each step on what the one before it left. */
export default defineConfig({
  ...everyday,
  testDir: './strapi',
  testMatch: '*.live.ts',
  globalSetup: './global-setup.ts',
  outputDir: '.results-strapi',
  // Before the first of them a Strapi is installed, on whatever line and machine.
  timeout: 900_000,
  workers: 1,
  retries: 0,
})
