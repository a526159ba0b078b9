import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A frame is a part of a page: rules about whole pages, such as landmarks, do not apply. */
const OF_A_PART: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }

/**
 * axe's violations in the page and each of its frames, one sentence each; all rules, or the given ones. axe runs in
 * the page and returns only violations, which takes a fifth of the time of its Playwright wrapper.
 */
export async function accessibilityViolations(page: Page, rules: string[] = []): Promise<string[]> {
  const found = await Promise.all(page.frames().map((frame) => barriersIn(frame, rules)))
  return found.flat()
}

async function barriersIn(frame: Frame, rules: string[]): Promise<string[]> {
  const options: RunOptions = rules.length > 0 ? { runOnly: rules } : frame.parentFrame() ? OF_A_PART : {}
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE)
  return frame.evaluate(
    async (run) => {
      const { violations } = await window.axe.run(document, run)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { ...options, resultTypes: ['violations'], iframes: false } satisfies RunOptions,
  )
}

declare global {
  interface Window {
    axe: typeof import('axe-core')
  }
}
