import { myPasskeys } from '@cuida/core/access/passkey/passkey-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { passkeyBrowser } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { addPasskey, isCancelled } from '@cuida/ui/passkeys/Passkeys.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMutation } from '../../kit/mutations.ts'
import { goTo } from '../../kit/navigation/navigation.ts'
import { useQuery } from '../../kit/queries.ts'
import { pathOf } from '../../routes.ts'
import { patientPasskeys } from './passkey-calls.ts'
import { endPasskeyOffer, isPasskeyOfferDue } from './passkey-offer.ts'

/** Offers a passkey after a sign-in with a password, on a device with a screen lock, to a person without one. */
export function PasskeyOffer() {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isPasskeyOfferDue()) return
    void passkeyBrowser
      .load()
      .then(({ hasScreenLock }) => hasScreenLock())
      .then(setDue, () => {})
  }, [])
  return isDue ? <Offer /> : null
}

function Offer() {
  const { data } = useQuery(myPasskeys)
  const cache = useQueryClient()
  const [isOver, setOver] = useState(false)
  const isShown = data?.items.length === 0 && !isOver
  useEffect(() => {
    if (isShown) endPasskeyOffer()
  }, [isShown])
  const add = useMutation(() => addPasskey(patientPasskeys, {}), {
    onDone: () => {
      setOver(true)
      showToast(t('ui.passkeys.added'))
      void invalidateQueries(cache, [myPasskeys])
    },
  })
  const accept = () =>
    add.mutate(undefined, {
      onError: (failure) => void followFailure(failure),
    })
  async function followFailure(failure: unknown): Promise<void> {
    if (await isCancelled(failure)) return
    // Too long after the sign-in, or refused by the device: the list's page asks for the password and explains.
    if (failure instanceof CallFailed || failure instanceof Error) goTo(pathOf('passkeys'))
  }
  if (!isShown) return null
  return (
    <Alert
      tone="info"
      title={t('access.passkey.offer')}
      onClose={() => setOver(true)}
      action={
        <Button fit busy={add.isPending} onClick={accept}>
          {t('access.passkey.offerAction')}
        </Button>
      }
    >
      {t('access.passkey.offerText')}
    </Alert>
  )
}
