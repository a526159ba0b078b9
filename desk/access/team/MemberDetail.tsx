import type { Member } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { DetailActions, DetailHeader, Facts } from '../../kit/page/Detail.tsx'
import { ReasonDialog } from '../../kit/page/ReasonDialog.tsx'
import { useIsMailEnabled } from '../../kit/partner.ts'
import { useStaff } from '../../kit/session.ts'
import { accountStatusChip } from '../people/account-chip.ts'
import { PhotoChoice } from '../photo/PhotoChoice.tsx'
import { ChangeForm } from './ChangeForm.tsx'
import { ProfileText } from './ProfileText.tsx'
import { type Team, useRenew } from './queries.ts'
import { hasDraft } from './use-colleague-form.ts'

/** A colleague's account and public profile. Blocking is on the people page. */
export function MemberDetail({ member, team }: { member: Member; team: Team }) {
  // A started profile edit opens again.
  const [doing, setDoing] = useState<'change' | 'renew' | undefined>(() =>
    hasDraft(member.clinicianId ?? '') ? 'change' : undefined,
  )
  const { data: me } = useStaff()
  const go = useLocation()[1]
  const clinician = team.clinicians.find(({ id }) => id === member.clinicianId)
  const isBlocked = member.status === 'blocked'
  const isLinkDue = member.isLinkDue && !isBlocked
  const close = () => setDoing(undefined)
  if (clinician && doing === 'change')
    return <ChangeForm member={member} clinician={clinician} team={team} onClose={close} />
  return (
    <>
      <DetailHeader chip={isLinkDue ? linkDue() : accountStatusChip(member.status)} title={member.name}>
        {isLinkDue && <p>{t('desk.team.linkDueText')}</p>}
      </DetailHeader>
      <Facts
        of={[
          ['email', member.email],
          ['role', t(`desk.people.role.${member.role}`)],
        ]}
        term={(name) => t(`desk.people.${name}`)}
      />
      <DetailActions>
        <Button fit icon="profile" onClick={() => go(`/people/staff/${member.id}`)}>
          {t('desk.team.account')}
        </Button>
        {!isBlocked && me && me.id !== member.id && (
          <Button fit icon="refresh" onClick={() => setDoing('renew')}>
            {t('desk.team.renew')}
          </Button>
        )}
      </DetailActions>
      {clinician && (
        <PhotoChoice
          title={t('desk.photo.title')}
          clinicianId={clinician.id}
          name={clinician.name}
          photo={clinician.photoUrl}
        />
      )}
      {clinician && <ProfileText clinician={clinician} team={team} onChange={() => setDoing('change')} />}
      {doing === 'renew' && <RenewDialog member={member} onClose={close} />}
    </>
  )
}

const linkDue = () => ({ text: t('desk.team.linkDue'), tone: 'warning', icon: 'mail' }) as const

/** For a new phone or a forgotten password: the member is signed out, and a link lets them set both factors again. */
function RenewDialog({ member: { id, name, email }, onClose }: { member: Member; onClose: () => void }) {
  const renew = useRenew()
  const byMail = useIsMailEnabled()
  return (
    <ReasonDialog
      title={t('desk.team.renew.title')}
      text={
        byMail
          ? t('desk.team.renew.text', { name, email })
          : `${t('desk.team.renew.out', { name })} ${t('desk.team.noMail')}`
      }
      act={t('desk.team.renew')}
      variant="danger"
      onReason={(reason) => renew.mutateAsync({ id, reason })}
      done={() => t(byMail ? 'desk.team.renew.done' : 'desk.team.made', { name, email })}
      onClose={onClose}
    />
  )
}
