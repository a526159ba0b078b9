import { profileRules } from '@cuida/core/profile/account/problems.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { hasMessage, t } from '@cuida/ui/i18n/messages.ts'
import { type PersonDraft, PersonFields, profileProblemMessage } from '../../access/registration/PersonFields.tsx'
import { supportMail } from '../../kit/contact.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import css from '../account/ProfileScreen.module.css'
import { dependantDraftProblems, emptyDependant } from './dependant-draft.ts'

interface DependantFormProps {
  /** Known data of the child; a new child starts empty. */
  known?: PersonDraft
  fixed?: readonly (keyof PersonDraft)[]
  action: string
  onSubmit: (draft: PersonDraft) => Promise<void>
}

/** An account holder's fields without sign-in data; the document is optional. */
export function DependantForm({ known, fixed = [], action, onSubmit }: DependantFormProps) {
  const now = serverDate()
  const rules = profileRules(usePartner(), now)
  const form = useForm({
    initial: known ?? emptyDependant(rules.documentTypes[0] ?? ''),
    check: (draft) => dependantDraftProblems(draft, rules, now),
    submit: onSubmit,
    message: (field, code) => {
      const ofChild = `profile.family.${field}.${code}`
      return hasMessage(ofChild) ? t(ofChild) : profileProblemMessage(field, code)
    },
  })
  return (
    <form {...form.props} className={css.page}>
      <ErrorSummary {...form.summary} />
      <PersonFields field={form.field} rules={rules} documentType={form.values.documentType} fixed={fixed} isOther />
      <Failure failure={form.failure} />
      <Button type="submit" variant="primary" busy={form.busy}>
        {action}
      </Button>
    </form>
  )
}

/** Why the child was not added, and whom to contact (A8.10). */
function Failure({ failure }: { failure: unknown }) {
  const { email } = usePartner().partnerConfig.supportProvider.info
  const code = failure instanceof CallFailed ? failure.code : ''
  const suffix = failure instanceof CallFailed && failure.retryAfter !== undefined ? '.later' : ''
  const key = `profile.family.error.${code}${suffix}`
  if (!hasMessage(key)) return <FailureAlert failure={failure} />
  const help = <a href={supportMail(email, t('profile.family.helpSubject'))}>{t('access.conflict.help')}</a>
  return <Alert title={t(key)} action={help} />
}
