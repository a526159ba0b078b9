import { resendByCall, resendBySms } from '@cuida/core/access/api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { typedCode } from '@cuida/ui/CodeInput/typed-code.ts'
import { formatCountdown } from '@cuida/ui/Countdown/format-countdown.ts'
import { useCountdown } from '@cuida/ui/Countdown/use-countdown.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverNow } from '@cuida/ui/client/server-clock.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useMutation } from '../../kit/mutations.ts'
import css from './CodeForm.module.css'

/** Another way to receive a code. */
export interface ResendOption {
  text: string
  icon?: 'phone'
  send: () => Promise<unknown>
}

interface CodeFormProps {
  /**
   * Token that authorises another code by SMS or phone call; without it none can be sent (an authenticator makes its
   * own).
   */
  token?: string | undefined
  /** Ways to send another code by another channel than the phone, such as e-mail. */
  resendOptions?: readonly ResendOption[]
  /** Submits the code; an error appears below the field or above it. */
  onCode: (code: string) => Promise<unknown>
  /** Heading of errors other than a wrong code. */
  failed?: string
}

const FIRST_WAIT_S = 30
const CODES = new Set(['WRONG_CODE', 'CODE_EXPIRED'])

/** A field for six digits that submits by itself, and the ways to get another code (product 11.3). */
export function CodeForm({
  token,
  resendOptions = token ? phoneResendOptions(token) : [],
  onCode,
  failed,
}: CodeFormProps) {
  const [code, setCode] = useState('')
  const check = useMutation(onCode)
  const problem = check.error instanceof CallFailed && CODES.has(check.error.code) ? check.error.code : undefined
  const startAgain = () => {
    check.reset()
    setCode('')
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = typedCode(new FormData(event.currentTarget))
        if (typed.length === 6 && !check.isPending) check.mutate(typed)
      }}
    >
      {!problem && <FailureAlert failure={check.error} {...(failed ? { heading: failed } : {})} />}
      <CodeInput
        id="code"
        name="code"
        label={t('access.code.label')}
        value={code}
        onChange={setCode}
        error={problem && t(`access.code.${problem}`)}
      />
      <Button type="submit" variant="primary" busy={check.isPending}>
        {t('access.code.continue')}
      </Button>
      {resendOptions.length > 0 && <Resend resendOptions={resendOptions} onSent={startAgain} />}
    </form>
  )
}

/** SMS and phone call, for codes sent to a phone. */
const phoneResendOptions = (token: string): ResendOption[] => [
  { text: t('access.code.sms'), send: () => resendCodeBySms(token) },
  { text: t('access.code.call'), icon: 'phone', send: () => resendCodeByCall(token) },
]

function Resend({ resendOptions, onSent }: { resendOptions: readonly ResendOption[]; onSent: () => void }) {
  const [remainingSeconds, setRemainingSeconds] = useSecondsLeft(FIRST_WAIT_S)
  const resend = useMutation((option: ResendOption) => option.send(), {
    onDone: () => {
      setRemainingSeconds(FIRST_WAIT_S * 2)
      onSent()
    },
    onRefused: (error) => error instanceof CallFailed && error.retryAfter && setRemainingSeconds(error.retryAfter),
  })
  return (
    <section className={css.resend} aria-label={t('access.code.missing')}>
      <p>{t('access.code.missing')}</p>
      {remainingSeconds > 0 ? (
        <p>{t('access.code.wait', { time: formatCountdown(remainingSeconds) })}</p>
      ) : (
        resendOptions.map((option) => (
          <Button
            key={option.text}
            variant={option.icon && 'quiet'}
            icon={option.icon}
            busy={resend.isPending}
            onClick={() => resend.mutate(option)}
          >
            {option.text}
          </Button>
        ))
      )}
      {resend.isSuccess && <Alert tone="success" title={t('access.code.sent')} />}
      <FailureAlert failure={resend.error} />
    </section>
  )
}

function useSecondsLeft(initial: number) {
  const [until, setUntil] = useState(() => serverNow() + initial * 1_000)
  const setLeft = (seconds: number) => setUntil(serverNow() + seconds * 1_000)
  return [useCountdown(until), setLeft] as const
}

// Sends another code by SMS for the verification that the token belongs to.
export const resendCodeBySms = (token: string) => api(resendBySms, undefined, { token })
export const resendCodeByCall = (token: string) => api(resendByCall, undefined, { token })
