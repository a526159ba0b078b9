import { myDeskPasskeys } from '@cuida/core/access/passkey/passkey-api.ts'
import { myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { canUsePasskeys } from '@cuida/ui/passkeys/can-use-passkeys.ts'
import { PASSKEY_ACTION } from '@cuida/ui/passkeys/owner-proof.ts'
import { PasskeySubmit } from '@cuida/ui/passkeys/PasskeySubmit.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatWhenShort } from '../../kit/clinic-time.ts'
import { mapFieldRefusals } from '../../kit/field-refusals.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { useQuery } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'
import { useNow } from '../../kit/use-now.ts'
import { enterAgainWithPasskey } from '../passkey/passkey-calls.ts'
import { enterCode, enterPassword, exchangeSession } from '../sign-in/sign-in.ts'
import css from './SessionEnd.module.css'
import { useSessionEnd } from './session-end.ts'

/** The first warning, and the last one, which also appears when the first was closed. */
const WARNING_MS = 10 * 60_000
const LAST_MS = 2 * 60_000

/** Warns before the twelve-hour session ends. Signing in again here keeps the page and everything typed on it. */
export function SessionEnd({ inCall }: { inCall: boolean }) {
  const endsAt = useSessionEnd()
  const now = useNow(10_000)
  const [closed, setClosed] = useState<string>()
  const [asking, setAsking] = useState(false)
  const remainingMs = endsAt === undefined ? Number.POSITIVE_INFINITY : endsAt - now
  const stage = `${remainingMs > LAST_MS ? 'soon' : 'now'} ${endsAt ?? ''}`
  if (endsAt === undefined || remainingMs > WARNING_MS) return null
  const title =
    remainingMs < 0
      ? t('desk.session.endsWithCall')
      : t('desk.session.ends', { time: formatWhenShort(new Date(endsAt).toISOString()) })
  return (
    <>
      {closed !== stage && (
        <div className={css.notice}>
          <Alert
            tone="warning"
            title={title}
            onClose={() => setClosed(stage)}
            action={
              <Button fit onClick={() => setAsking(true)}>
                {t('desk.session.again')}
              </Button>
            }
          >
            {t('desk.session.endsText')} {inCall && t('desk.session.endsCall')}
          </Alert>
        </div>
      )}
      {asking && <SignInAgain onClose={() => setAsking(false)} />}
    </>
  )
}

const FIELDS = { WRONG_CREDENTIALS: 'password', WRONG_CODE: 'code' }

/** Replaces the ending session with a new one of the same person; the page stays as it is. */
function SignInAgain({ onClose }: { onClose: () => void }) {
  const { data: staff } = useStaff()
  const queries = useQueryClient()
  const email = staff?.email ?? ''
  const { data: passkeys } = useQuery(myDeskPasskeys)
  const hasPasskey = canUsePasskeys() && passkeys?.items.some(({ isBlocked }) => !isBlocked)
  const form = useDialogForm({
    initial: { password: '', code: '' },
    check: ({ password, code }, action) => ({
      password: password || action === PASSKEY_ACTION ? undefined : 'password',
      code: /^\d{6}$/.test(code) || action === PASSKEY_ACTION ? undefined : 'code',
    }),
    submit: async ({ password, code }, action) => {
      const enter = async () =>
        action === PASSKEY_ACTION
          ? enterAgainWithPasskey(staff?.id ?? '')
          : enterCode(await enterPassword(email, password), code)
      await exchangeSession(await mapFieldRefusals(FIELDS, enter))
      await invalidateQueries(queries, [myDeskSessions])
    },
    message: problemMessage,
    done: () => t('desk.session.againDone'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.session.again')}
      lead={t('desk.session.againText', { email })}
      act={t('desk.session.again')}
      after={hasPasskey && ((form) => <PasskeySubmit form={form} />)}
    >
      <PasswordInput label={t('desk.signIn.password')} autoComplete="current-password" {...form.field('password')} />
      <CodeInput label={t('desk.signIn.code')} {...form.field('code')} />
    </FormDialog>
  )
}

/** The message of a refusal, else of the invalid field. */
const problemMessage = (field: string, code: string): string =>
  t(code === field ? `desk.signIn.missing.${field}` : `desk.error.${code}`)
