import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { playContent } from '@cuida/ui/client/session/test-content.ts'
import { playServer, signedIn } from '@cuida/ui/client/session/test-living.ts'
import { type Place, shown } from '@cuida/ui/client/session/test-screen.ts'
import { createElement, type ReactNode } from 'react'
import { Router } from 'wouter'
import { session } from './kit/api.ts'

// A screen of the desk as somebody who works at the demo clinic sees it, and the played server behind it.

export const STAFF = { id: 'staff-1', name: 'Marta Vidal', email: 'marta@vidaligera.example', clinicianId: 'd-1' }

/** A server at which somebody of this role is signed in. */
export function desk(role: 'clinician' | 'clinical-manager' | 'clinician-and-clinical-manager' = 'clinical-manager') {
  const server = playServer()
  signedIn(session)
  server.answer(staffMe, { ...STAFF, role })
  return server
}

/** Draws a screen of the desk, and waits until all is there that it asked for. */
export async function drawn(screen: ReactNode, { at = '/', ...place }: Omit<Place, 'around'> = {}) {
  await playContent()
  const around = (it: ReactNode) => createElement(Router, { base: '/desk' } as never, it)
  return shown(screen, { ...place, at: `/desk${at}`, around })
}
