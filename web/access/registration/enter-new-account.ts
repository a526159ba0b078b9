import type { SignedIn } from '@cuida/core/access/session/session-api.ts'
import type * as v from 'valibot'
import { forgetInvitations } from '../../invite/invitation-store.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { signIn } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { requireToken } from '../session/require-token.ts'
import { rememberSignReason } from '../session/sign-reason.ts'
import { markNewAccount } from '../sign-in/entry.ts'
import { forgetPhone } from '../sign-in/known-phone.ts'
import { forgetSteps } from './registration.ts'

/** Ends a registration: clears its steps and signs the account holder in. */
export function enterNewAccount(reply: v.InferOutput<typeof SignedIn>): void {
  requireToken(reply)
  forgetSteps()
  forgetPhone()
  rememberSignReason('signup')
  markNewAccount()
  forgetInvitations()
  signIn(reply)
  goTo(pathOf('redirect'), { replace: true })
}
