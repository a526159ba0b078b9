import { Config } from '@cuida/core/brand/config.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import type { Profile } from '@cuida/core/profile/account/profile.ts'
import { contentService, mockContent } from '@cuida/ui/testing/mock-content.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import type { RenderOptions } from '@cuida/ui/testing/query-client.ts'
import { renderScreen } from '@cuida/ui/testing/render-screen.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { createElement, type ReactNode } from 'react'
import * as v from 'valibot'
import { session } from './api.ts'
import { PartnerProvider } from './content/partner.tsx'

// A patient screen of the demo clinic, with its real content and settings, and a mock server.

export const anaId = '10000000-0000-4000-8000-000000000001' as const
export const leoId = '10000000-0000-4000-8000-000000000002' as const

export const ANA = {
  id: anaId,
  emrId: 'emr-1',
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: 'ana@example.com',
  dateOfBirth: '1990-05-01',
  phone: { countryCode: 'ES', number: '612345678' },
  sex: 'Female',
  genderInfo: null,
  locale: 'es',
  timeZone: null,
  cpf: null,
  document: null,
  isDependant: false,
  b2bCompany: null,
  showDebugInfo: false,
  subscription: null,
  dependants: [{ id: leoId, emrId: 'emr-2', firstName: 'Leo', dateOfBirth: '2016-05-01', sex: 'Male' }],
} as unknown as Profile

/** A mock server where Ana, a mother with a son, is signed in. */
export function mockPatientServer(more: Partial<Profile> = {}) {
  const server = mockServer()
  signInTestUser(session)
  server.reply(me, { ...ANA, ...more })
  return server
}

export async function fetchPartnerConfig(more: object = {}): Promise<Config> {
  const reply = await (await contentService()).inject('/api/backend-config?populate=*&locale=en&localeFallback=en')
  return { ...v.parse(Config, unwrap(reply.json())), ...more }
}

interface Looks extends Omit<RenderOptions, 'around'> {
  /** Settings that differ from the demo clinic's. */
  partner?: object
}

/** Renders a screen and waits until its requests are done. */
export async function renderPatientScreen(screen: ReactNode, { partner, ...place }: Looks = {}) {
  const config = await fetchPartnerConfig(partner)
  await mockContent()
  const around = (it: ReactNode) => createElement(PartnerProvider, { config } as never, it)
  return renderScreen(screen, { ...place, wrapper: around })
}
