import { myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { CodeInput } from '@cuida/ui/CodeInput/CodeInput.tsx'
import { askAgain } from '@cuida/ui/client/reads/read-key.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { PasswordInput } from '@cuida/ui/PasswordInput/PasswordInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { onFields } from '../../kit/field-refusals.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useStaff } from '../../kit/session.ts'
import { exchangeSession } from './sign-in.ts'

const FIELDS = { WRONG_CREDENTIALS: 'password', WRONG_CODE: 'code' }

/** A session in the place of the one that is nearly over, as the same person: the page stays as it is. */
export function SignInAgain({ onClose }: { onClose: () => void }) {
  const { data: staff } = useStaff()
  const queries = useQueryClient()
  const email = staff?.email ?? ''
  const form = useDialogForm({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password ? undefined : 'password',
      code: /^\d{6}$/.test(code) ? undefined : 'code',
    }),
    submit: async (given) => {
      await onFields(FIELDS, () => exchangeSession(email, given))
      await askAgain(queries, [myDeskSessions])
    },
    words: problemWords,
    done: () => t('desk.session.againDone'),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.session.again')}
      lead={t('desk.session.againText', { email })}
      act={t('desk.session.again')}
    >
      <PasswordInput label={t('desk.signIn.password')} autoComplete="current-password" {...form.field('password')} />
      <CodeInput label={t('desk.signIn.code')} {...form.field('code')} />
    </FormDialog>
  )
}

/** A refusal in its own words; else that something is missing. */
const problemWords = (field: string, code: string): string =>
  t(code === field ? `desk.signIn.missing.${field}` : `desk.error.${code}`)
