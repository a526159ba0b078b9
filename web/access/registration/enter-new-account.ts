import type { SignedIn } from '@cuida/core/access/session/session-api.ts'
import type * as v from 'valibot'
import { forgetInvitations } from '../../invite/kept.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { signIn } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { requireToken } from '../session/require-token.ts'
import { markSigned } from '../session/signed.ts'
import { markEntryNew } from '../sign-in/entry.ts'
import { forgetPhone } from '../sign-in/known-phone.ts'
import { forgetSteps } from './registration.ts'

/** Ends a registration: clears its steps and signs the account holder in. */
export function enterNewAccount(reply: v.InferOutput<typeof SignedIn>): void {
  requireToken(reply)
  forgetSteps()
  forgetPhone()
  markSigned('signup')
  markEntryNew()
  forgetInvitations()
  signIn(reply)
  goTo(pathOf('redirect'), { replace: true })
}
