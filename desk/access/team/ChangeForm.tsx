import type { ClinicianProfile, Member } from '@cuida/core/access/team/team-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailTitle } from '../../kit/page/Detail.tsx'
import { PageForm } from '../../kit/page/PageForm.tsx'
import { clinicianProfileInput, textLanguages, valuesOf } from './colleague-values.ts'
import { ProfileFields } from './ProfileFields.tsx'
import { type Team, useChange } from './queries.ts'
import { useColleagueForm } from './use-colleague-form.ts'

interface ChangeFormProps {
  member: Pick<Member, 'email' | 'role'>
  clinician: ClinicianProfile & { id: string }
  team: Team
  onClose: () => void
}

/** The form opens below the visible part of the pane: focus moves to its heading. */
const goTo = (heading: HTMLElement | null) => heading?.focus()

/** Edits the public profile of a clinician. E-mail address and role cannot change here. */
export function ChangeForm({ member: { email, role }, clinician, team, onClose }: ChangeFormProps) {
  const change = useChange()
  const { id, name } = clinician
  const languages = textLanguages(team.locales, clinician)
  const form = useColleagueForm({
    draft: id,
    initial: valuesOf({ name, email, role }, languages, clinician),
    languages,
    submit: async (values) => {
      await change.mutateAsync({ id, ...clinicianProfileInput(values, languages) })
      showToast(t('desk.team.changed'))
      onClose()
    },
  })
  const leave = () => {
    form.forget()
    onClose()
  }
  return (
    <PageForm form={form}>
      <DetailTitle focus={goTo}>{t('desk.team.changeTitle', { name })}</DetailTitle>
      {form.isResumed && <Alert tone="info">{t('desk.team.resumed')}</Alert>}
      <ErrorSummary {...form.summary} />
      <TextInput label={t('desk.team.publicName')} autoComplete="off" {...form.field('name')} />
      <ProfileFields
        form={form}
        textLanguages={languages}
        spokenLanguages={clinician.languages}
        products={team.products}
      />
      <Failure failure={form.failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit busy={form.busy}>
          {t('desk.team.save')}
        </Button>
        <Button variant="quiet" fit onClick={leave}>
          {t('desk.team.leave')}
        </Button>
      </DetailActions>
    </PageForm>
  )
}
