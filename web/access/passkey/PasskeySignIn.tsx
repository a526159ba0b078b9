import { signInWithPasskey as signInCall } from '@cuida/core/access/passkey/passkey-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { useFieldOffer } from '@cuida/ui/passkeys/use-field-offer.ts'
import { useState, useTransition } from 'react'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goTo } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import { ForceLoginDialog } from '../session/ForceLoginDialog.tsx'
import { BlockedNotice } from '../sign-in/BlockedNotice.tsx'
import { forgetPhone } from '../sign-in/known-phone.ts'
import type { Outcome } from '../sign-in/sign-in.ts'
import { signInWithPasskey } from './passkey-calls.ts'

/** Signs in with a passkey, by this button or from the suggestions of the phone field. */
export function PasskeySignIn() {
  const [outcome, setOutcome] = useState<Outcome>()
  const [failure, setFailure] = useState<unknown>()
  const [busy, startTransition] = useTransition()

  const follow = (result: Outcome) => {
    if (result.kind !== 'in') return setOutcome(result)
    forgetPhone()
    goTo(pathOf('redirect'), { replace: true })
  }
  const report = async (thrown: unknown) => {
    if (!(await passkeyBrowser.load()).isCancelled(thrown)) setFailure(thrown)
  }
  const offerAgain = useFieldOffer(() => signInWithPasskey({ inField: true }).then(follow, report))
  const enter = () =>
    startTransition(async () => {
      setFailure(undefined)
      setOutcome(undefined)
      await signInWithPasskey().then(follow, report)
      // The dialog has ended the offer in the field.
      offerAgain()
    })

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
