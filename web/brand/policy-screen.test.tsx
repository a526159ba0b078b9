import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { QueryClient, QueryClientProvider, type UseQueryOptions } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TermsScreen } from './PolicyScreen.tsx'

const queryHolder = vi.hoisted(() => ({ options: {} as unknown }))
vi.mock('@tanstack/react-query', async (original) => {
  const real = await original<typeof import('@tanstack/react-query')>()
  // Records the query options of the screen: rendering to a string fetches nothing, so the test runs the query.
  const useQuery = (options: UseQueryOptions) => {
    queryHolder.options = options
    return real.useQuery(options)
  }
  return { ...real, useQuery }
})

const ERROR = 'screens.termsAndConditions.error'
let queries: QueryClient
beforeEach(() => {
  loadMessages('en', { [ERROR]: ['The terms cannot be shown.'] })
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } })
})
afterEach(() => {
  queries.clear()
  vi.unstubAllGlobals()
})

const renderScreen = () =>
  renderToString(
    <QueryClientProvider client={queries}>
      <TermsScreen />
    </QueryClientProvider>,
  )
async function shownAfter(answer: unknown): Promise<string> {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  renderScreen()
  await queries.fetchQuery(queryHolder.options as UseQueryOptions).catch(() => {})
  return renderScreen()
}
const documentOf = (section: object[]) => ({
  data: [{ attributes: { urlSlug: 'terms-and-conditions', title: 'Terms', updatedOn: '2026-11-01', section } }],
})

test('a document that loads shows a spinner [A2.49]', () => {
  expect(renderScreen()).toContain('aria-busy')
  expect(renderScreen()).toContain('ui.loading')
  expect(renderScreen()).not.toMatch(/<article|The terms cannot/)
})

test('a loaded document shows its sections with their titles [A2.49]', async () => {
  const page = await shownAfter(
    documentOf([
      { id: 1, title: 'Who we are', content: 'A clinic.' },
      { id: 2, title: 'What it costs', content: 'It is said before.' },
    ]),
  )
  expect(page.match(/<section /g)).toHaveLength(2)
  expect(page).toMatch(/<h2>Who we are<\/h2>.*A clinic\..*<h2>What it costs<\/h2>.*It is said before\./)
  expect(page).not.toContain('The terms cannot')
})

test.each([
  ['missing', { data: [] }],
  ['not a document', { data: [{ attributes: {} }] }],
  ['an error', { error: { status: 500 } }],
])('a document that is %s shows an error with a retry [A2.49]', async (_, answer) => {
  const page = await shownAfter(answer)
  expect(page).toContain('The terms cannot be shown.')
  expect(page).toContain('ui.retry')
  expect(page).toContain('role="alert"')
  expect(page).not.toContain('<article')
})
