import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { mockContent } from '@cuida/ui/testing/mock-content.ts'
import { mockServer } from '@cuida/ui/testing/mock-server.ts'
import type { RenderOptions } from '@cuida/ui/testing/query-client.ts'
import { renderScreen } from '@cuida/ui/testing/render-screen.ts'
import { signInTestUser } from '@cuida/ui/testing/sign-in.ts'
import { createElement, type ReactNode } from 'react'
import { Router } from 'wouter'
import { session } from './kit/api.ts'

// Renders a desk screen for a staff member of the demo clinic, with a mock server.

export const TEST_STAFF = { id: 'staff-1', name: 'Marta Vidal', email: 'marta@vidaligera.example', clinicianId: 'd-1' }

/** A mock server with a signed-in staff member of this role. */
export function mockDeskServer(
  role: 'clinician' | 'clinical-manager' | 'clinician-and-clinical-manager' = 'clinical-manager',
) {
  const server = mockServer()
  signInTestUser(session)
  server.reply(staffMe, { ...TEST_STAFF, role })
  return server
}

/** Renders a screen of the desk and waits until its requests are answered. */
export async function renderDeskScreen(
  screen: ReactNode,
  { at = '/', ...options }: Omit<RenderOptions, 'around'> = {},
) {
  await mockContent()
  const around = (it: ReactNode) => createElement(Router, { base: '/desk' } as never, it)
  return renderScreen(screen, { ...options, at: `/desk${at}`, wrapper: around })
}
