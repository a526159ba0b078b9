import { needsSecondManager } from '@cuida/core/access/team/second-manager.ts'
import type { StaffRole } from '@cuida/core/access/team/staff-api.ts'
import type { ClinicianProfile, Invitation } from '@cuida/core/access/team/team-api.ts'
import { tidyEmail } from '@cuida/core/kit/email-address.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { EmailInput } from '@cuida/ui/EmailInput/EmailInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { createDrafts } from '../../kit/drafts.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailActions, DetailTitle } from '../../kit/page/Detail.tsx'
import { PageForm } from '../../kit/page/PageForm.tsx'
import { NEW_ITEM_SEGMENT } from '../../kit/page/page.ts'
import { useIsMailEnabled, usePartner } from '../../kit/partner.ts'
import { givesCare, invitationInput, textLanguages, valuesOf } from './colleague-values.ts'
import { ProfileFields } from './ProfileFields.tsx'
import { type Team, useInvite, useReplaceInvitation } from './queries.ts'
import { useColleagueForm } from './use-colleague-form.ts'

interface InviteFormProps {
  team: Team
  /** The invitation that this one replaces. */
  again: Invitation | undefined
}

interface Replaced {
  invitation: Invitation
  /** The public profile, for roles that give care. */
  profile: ClinicianProfile | undefined
}

/**
 * Data of a withdrawn invitation whose replacement could not be sent: no list has it any more, and the form continues
 * from it.
 */
const replaced = createDrafts<Replaced>()

const ROLES: readonly StaffRole[] = ['clinician', 'clinical-manager', 'clinician-and-clinical-manager']

/**
 * The person, their role and, for a clinician, the public profile. Invited members choose password and authenticator
 * themselves.
 */
export function InviteForm({ team, again: resentInvitation }: InviteFormProps) {
  const invite = useInvite()
  const giveWay = useReplaceInvitation()
  const go = useLocation()[1]
  const partner = usePartner()
  const byMail = useIsMailEnabled()
  const timeZone = partner?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const [unsent] = useState(() => (resentInvitation ? undefined : replaced.get(NEW_ITEM_SEGMENT)))
  const again = resentInvitation ?? unsent?.invitation
  // Read once at mount: withdrawing the replaced invitation removes its profile from `team`.
  const [profile] = useState(() => unsent?.profile ?? team.clinicians.find(({ id }) => id === again?.clinicianId))
  const languages = textLanguages(team.locales, profile)
  const { name = '', email = '', role = 'clinician' } = again ?? {}
  const initial = valuesOf({ name, email, role }, languages, profile ?? { timeZone })
  const form = useColleagueForm({
    draft: again?.id ?? NEW_ITEM_SEGMENT,
    initial,
    languages,
    submit: async (values) => {
      const input = invitationInput(values, languages)
      if (again) {
        await giveWay(again.id)
        replaced.set(NEW_ITEM_SEGMENT, { invitation: again, profile })
      }
      const { id, waits } = await invite.mutateAsync(input)
      if (again) replaced.delete(NEW_ITEM_SEGMENT)
      showToast(t(waits ? 'desk.team.waitsDone' : byMail ? 'desk.team.sent' : 'desk.team.made', { email: input.email }))
      go(`/team/${id}`)
    },
  })
  const { email: typed, role: chosen } = form.values
  const waits =
    typed.includes('@') &&
    needsSecondManager({ email: tidyEmail(typed), role: chosen }, partner?.allowedStaffDomains ?? undefined)
  const leave = () => {
    form.forget()
    if (again) replaced.delete(NEW_ITEM_SEGMENT)
    go('/team')
  }
  return (
    <PageForm form={form}>
      <DetailTitle>{t('desk.team.invite')}</DetailTitle>
      <p>{t(byMail ? 'desk.team.inviteText' : 'desk.team.noMail')}</p>
      {again && <p>{t('desk.team.againText')}</p>}
      {(form.isResumed || unsent) && <Alert tone="info">{t('desk.team.resumed')}</Alert>}
      <ErrorSummary {...form.summary} />
      <TextInput label={t('desk.team.name')} autoComplete="off" {...form.field('name')} />
      <EmailInput
        label={t('desk.people.email')}
        hint={t('desk.team.emailHint')}
        autoComplete="off"
        {...form.field('email')}
      />
      <RadioGroup
        label={t('desk.team.role')}
        options={ROLES.map((value) => ({
          value,
          label: t(`desk.people.role.${value}`),
          detail: t(`desk.team.role.${value}`),
        }))}
        {...form.field('role')}
      />
      {givesCare(form.values.role) && (
        <ProfileFields
          form={form}
          textLanguages={languages}
          spokenLanguages={profile?.languages ?? []}
          products={team.products}
        />
      )}
      {waits && (
        <Alert tone="info" title={t('desk.team.waitsTitle')}>
          {t('desk.team.waitsText')}
        </Alert>
      )}
      <Failure failure={form.failure} />
      <DetailActions>
        <Button type="submit" variant="primary" fit icon="mail" busy={form.busy}>
          {t(waits ? 'desk.team.ask' : 'desk.team.send')}
        </Button>
        <Button variant="quiet" fit onClick={leave}>
          {t('desk.team.discard')}
        </Button>
      </DetailActions>
    </PageForm>
  )
}
