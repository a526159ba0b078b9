import { updateMe } from '@cuida/core/profile/account/account-api.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test, vi } from 'vitest'
import { useChooseLanguage } from './queries.ts'

vi.mock('../kit/content/messages.ts', () => ({ chooseLanguage: async () => {} }))

test('a chosen language is saved in the profile, and replies in the old language are fetched again', async () => {
  const server = mockServer()
  server.reply(updateMe, { locale: 'en' })
  const screen = await renderHookWithQueries(useChooseLanguage)
  screen.queries.setQueryData(['consultations', 'upcoming'], 'en español')
  await screen.act((it) => it.mutateAsync('en'))
  expect(server.requestsTo(updateMe).map(({ body }) => body)).toEqual([{ locale: 'en' }])
  expect(screen.queries.getQueryState(['consultations', 'upcoming'])?.isInvalidated).toBe(true)
})
