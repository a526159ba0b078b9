import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { maskPhoneNumber } from '@cuida/core/kit/mask-phone-number.ts'
import type { Phone } from '@cuida/core/kit/shapes.ts'
import { confirmPhoneChange } from '@cuida/core/profile/account/account-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed, refusedWith } from '@cuida/ui/client/call-failed.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PhoneInput } from '@cuida/ui/PhoneInput/PhoneInput.tsx'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CodeForm } from '../../access/code/CodeForm.tsx'
import { askOwnPasskey } from '../../access/passkey/passkey-calls.ts'
import { PasswordGate } from '../../access/security/PasswordGate.tsx'
import { ProofButtons, ProofPassword } from '../../access/security/Proof.tsx'
import { phoneCountries, readPhone } from '../../access/sign-in/phone.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { useSession } from '../../kit/session/session.tsx'
import { pathOf } from '../../routes.ts'
import { cacheProfile } from '../queries.ts'
import { confirmPhone, startPhoneChange } from './change-calls.ts'
import { PhoneNumber } from './PhoneNumber.tsx'
import css from './ProfileScreen.module.css'
import { problemMessage } from './problem-message.ts'

/** Placeholder of the number while the sentence is translated. */
const HERE = '\u0000'

interface Started {
  number: string
  token: string
}

/** Changes the sign-in number: the password or a passkey authorises it, a code verifies the number. */
export function ChangePhoneScreen() {
  const { profile } = useSession()
  const [started, setStarted] = useState<Started>()
  const [isTaken, setTaken] = useState(false)
  async function start(input: NewPhone): Promise<void> {
    setTaken(false)
    setStarted({ number: input.phone.number, token: await startPhoneChange(input) })
  }
  if (started)
    return (
      <CodeStep
        started={started}
        onAgain={(wasTaken) => {
          setTaken(wasTaken)
          setStarted(undefined)
        }}
      />
    )
  return (
    <Screen title={t('profile.phone.title')} lead={profile && <Now number={profile.phone.number} />}>
      <PasswordGate>
        <div className={css.page}>
          {isTaken && <Alert tone="danger" title={t('profile.phone.CONFLICT')} />}
          <PhoneForm onSubmit={start} />
        </div>
      </PasswordGate>
    </Screen>
  )
}

/** Splits the translated sentence around the number, which is an element. */
function Now({ number }: { number: string }) {
  const [before, after] = t('profile.now', { value: HERE }).split(HERE)
  return (
    <>
      {before}
      <PhoneNumber number={number} />
      {after}
    </>
  )
}

function CodeStep({ started, onAgain }: { started: Started; onAgain: (isTaken: boolean) => void }) {
  const queries = useQueryClient()
  async function confirm(code: string): Promise<void> {
    try {
      cacheProfile(queries, await confirmPhone(started.token, code))
    } catch (failure) {
      if (!refusedWith(confirmPhoneChange, failure, 'PHONE_CONFLICT')) throw failure
      return onAgain(true)
    }
    showToast(t('profile.phone.changed'))
    goBack(pathOf('account'))
  }
  return (
    <Screen title={t('access.verify.title')} arrival="code" onBack={() => onAgain(false)}>
      <div className={css.page}>
        <p>{t('access.verify.sentTo', { phone: maskPhoneNumber(started.number) })}</p>
        <CodeForm token={started.token} onCode={confirm} />
        <Button variant="quiet" onClick={() => onAgain(false)}>
          {t('profile.phone.other')}
        </Button>
      </div>
    </Screen>
  )
}

interface NewPhone extends OwnerProof {
  phone: Phone
}

function PhoneForm({ onSubmit }: { onSubmit: (input: NewPhone) => Promise<void> }) {
  const { countryCodes } = usePartner()
  const form = useForm({
    initial: { phone: { number: '', country: countryCodes[0] ?? 'ES' }, password: '' },
    check: ({ phone, password }, pressed) => ({
      phone: phone.number.trim() ? undefined : 'REQUIRED',
      password: proofProblems({ password }, pressed).password,
    }),
    async submit({ phone: typed, password }, pressed) {
      const phone = await readPhone(typed.number, typed.country)
      // Shown in the same field and with the same message as the server's refusal.
      if (!phone) throw new CallFailed(400, '', { code: 'INVALID', fields: { phone: 'INVALID' } })
      await onSubmit({ phone, ...(await takeProof({ password }, pressed, askOwnPasskey)) })
    },
    message: problemMessage,
  })
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <FailureAlert failure={form.failure} />
      <PhoneInput label={t('profile.phone.new')} countries={phoneCountries()} {...form.field('phone')} />
      <ProofPassword label={t('profile.password')} hint={t('profile.passwordWhy')} {...form.field('password')} />
      <ProofButtons action={t('profile.phone.submit')} busy={form.busy} />
    </form>
  )
}
