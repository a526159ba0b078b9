import { expect, test } from 'vitest'
import { createTestContext } from '../testing/test-contexts.ts'

const context = await createTestContext()

/** The script sources that the page's policy allows. */
async function scriptSourcesOf(url: string): Promise<string[]> {
  const { headers, statusCode } = await context.app.inject({ url, headers: { accept: 'text/html' } })
  expect(statusCode).toBe(200)
  const policy = String(headers['content-security-policy'])
  const directive = policy.split(';').find((one) => one.trim().startsWith('script-src '))
  return directive?.trim().split(/\s+/).slice(1) ?? []
}

test.each(['/welcome', '/desk/'])(
  '%s runs scripts of its own origin and inline scripts by hash, and no others',
  async (url) => {
    const sources = await scriptSourcesOf(url)
    expect(sources).toContain("'self'")
    expect(sources.filter((source) => source !== "'self'" && !/^'sha256-[\w+/]+={0,2}'$/.test(source))).toEqual([])
  },
)
