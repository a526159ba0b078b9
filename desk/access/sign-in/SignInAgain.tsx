import { myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { askAgain } from '@cuida/ui/client/reads/read-key.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { onFields } from '../../kit/field-refusals.ts'
import { useStaff } from '../../kit/session.ts'
import css from '../session/SessionEnd.module.css'
import { exchangeSession } from './sign-in.ts'

const FIELDS = { WRONG_CREDENTIALS: 'password', WRONG_CODE: 'code' }

/** A session in the place of the one that is nearly over, as the same person: the page stays as it is. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const { data: staff } = useStaff()
  const queries = useQueryClient()
  const formId = useId()
  const email = staff?.email ?? ''
  const form = useForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password ? undefined : 'password',
      code: /^\d{6}$/.test(code) ? undefined : 'code',
    }),
    submit: async (given) => {
      await onFields(FIELDS, () => exchangeSession(email, given))
      await askAgain(queries, [myDeskSessions])
      showToast(t('desk.session.againDone'))
      onClose()
    },
    words: problemWords,
  })
  return (
    <Dialog
      open
      title={t('desk.session.again')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t('desk.session.again')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.session.againText', { email })}</p>
        <Failure failure={form.failure} />
        <PasswordInput label={t('desk.signIn.password')} autoComplete="current-password" {...form.field('password')} />
        <CodeInput label={t('desk.signIn.code')} {...form.field('code')} />
      </form>
    </Dialog>
  )
}

/** A refusal in its own words; else that something is missing. */
const problemWords = (field: string, code: string): string =>
  t(code === field ? `desk.signIn.missing.${field}` : `desk.error.${code}`)
