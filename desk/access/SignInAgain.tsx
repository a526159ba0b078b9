import { endMyDeskSession, staffLogin, staffTotp } from '@cuida/core/access/staff-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { api, session } from '../kit/api.ts'
import { Failure } from '../kit/Failure.tsx'
import { onFields } from '../kit/field-refusals.ts'
import { SESSIONS } from './own-sessions.ts'
import css from './SessionEnd.module.css'
import { useStaff } from './session.ts'

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
      await onFields(FIELDS, () => exchange(email, given))
      await queries.invalidateQueries({ queryKey: SESSIONS })
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

/** The new one first: nobody is out in between. The old one opens nothing any more, though its call goes on. */
async function exchange(email: string, { password, code }: { password: string; code: string }): Promise<void> {
  const { accessToken } = await api(staffLogin, { email, password })
  const reply = await api(staffTotp, { code }, { token: accessToken })
  const old = session.id()
  session.signIn(reply)
  // Unheard, it ends by itself in minutes.
  if (old) await api(endMyDeskSession, { id: old }).catch(() => {})
}

/** A refusal in its own words; else that something is missing. */
const problemWords = (field: string, code: string): string =>
  t(code === field ? `desk.signIn.missing.${field}` : `desk.error.${code}`)
