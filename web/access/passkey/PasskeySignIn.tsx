import { signInWithPasskey as signInCall } from '@cuida/core/access/passkey/passkey-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { useEffect, useState, useTransition } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { ForceLoginDialog } from '../session/ForceLoginDialog.tsx'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'
import { forgetPhone } from '../sign-in/known-phone.ts'
import type { Outcome } from '../sign-in/sign-in.ts'
import { signInWithPasskey } from './passkey-calls.ts'

/** An offer in the field is renewed before its challenge expires. */
const OFFER_MS = 9 * 60_000

/** Signs in with a passkey, by this button or from the suggestions of the phone field. */
export function PasskeySignIn() {
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, startTransition] = useTransition()
  const [offer, setOffer] = useState(0)

  const follow = (result: Outcome) => {
    if (result.kind !== 'in') return setOutcome(result)
    forgetPhone()
    goTo(pathOf('redirect'), { replace: true })
  }
  const report = async (thrown: unknown) => {
    if (!(await passkeyBrowser.load()).isCancelled(thrown)) setFailure(thrown)
  }
  const enter = () =>
    startTransition(async () => {
      setFailure(undefined)
      setOutcome(undefined)
      await signInWithPasskey().then(follow, report)
      // The dialog has ended the offer in the field.
      setOffer((count) => count + 1)
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer for each count
  useEffect(() => {
    const ending = whenIdle(async () => {
      const { canOfferInField } = await passkeyBrowser.load()
      if (await canOfferInField()) await signInWithPasskey({ inField: true }).then(follow, report)
    })
    const renewal = setInterval(() => setOffer((count) => count + 1), OFFER_MS)
    return () => {
      ending()
      clearInterval(renewal)
      passkeyBrowser.here()?.endOffer()
    }
  }, [offer])

  return (
    <>
      {outcome?.kind === 'blocked' && <BlockedNotice />}
      {refusedWith(signInCall, failure, 'PASSKEY_REFUSED') ? (
        <Alert tone="danger" title={t('access.passkey.refused')}>
          {t('access.passkey.refusedText')}
        </Alert>
      ) : (
        <FailureAlert failure={failure} heading={t('access.failed.login')} />
      )}
      <Button icon="key" busy={busy} onClick={enter}>
        {t('access.passkey.signIn')}
      </Button>
      {outcome?.kind === 'sessions-full' && (
        <ForceLoginDialog
          token={outcome.maxSessionsToken}
          onClose={() => setOutcome(undefined)}
          onBlocked={() => setOutcome({ kind: 'blocked' })}
        />
      )}
    </>
  )
}

/** Runs the work once the page is idle. Returns a function that prevents it; Safari has no idle callback. */
function whenIdle(work: () => Promise<unknown>): () => void {
  const run = () => void work().catch(() => {})
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout: 4_000 })
    return () => cancelIdleCallback(id)
  }
  const timer = setTimeout(run, 1_000)
  return () => clearTimeout(timer)
}
