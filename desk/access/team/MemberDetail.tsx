import type { Member } from '@cuida/core/access/team/team-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useStaff } from '../../kit/session.ts'
import { ChangeForm } from './ChangeForm.tsx'
import { ProfileText } from './ProfileText.tsx'
import type { Team } from './queries.ts'
import { RenewDialog } from './RenewDialog.tsx'
import css from './Team.module.css'
import { isBegun } from './use-colleague-form.ts'

/** A colleague: who they are at the door, and what patients read of them. Blocking is in the place for people. */
export function MemberDetail({ member, team }: { member: Member; team: Team }) {
  // What was begun on the profile goes on where it was left.
  const [doing, setDoing] = useState<'change' | 'renew' | undefined>(() =>
    isBegun(member.clinicianId ?? '') ? 'change' : undefined,
  )
  const { data: me } = useStaff()
  const [, go] = useLocation()
  const clinician = team.clinicians.find(({ id }) => id === member.clinicianId)
  const isBlocked = member.status === 'blocked'
  const close = () => setDoing(undefined)
  if (clinician && doing === 'change')
    return <ChangeForm member={member} clinician={clinician} team={team} onClose={close} />
  return (
    <>
      <header className={css.head}>
        {member.isLinkDue && !isBlocked ? (
          <StatusChip tone="warning" icon="mail">
            {t('desk.team.linkDue')}
          </StatusChip>
        ) : (
          <StatusChip tone={isBlocked ? 'danger' : 'success'} icon={isBlocked ? 'lock' : 'check'}>
            {t(`desk.people.status.${member.status}`)}
          </StatusChip>
        )}
        <h2 className={css.name}>{member.name}</h2>
        {member.isLinkDue && !isBlocked && <p>{t('desk.team.linkDueText')}</p>}
      </header>
      <dl className={css.facts}>
        <div>
          <dt>{t('desk.people.email')}</dt>
          <dd>{member.email}</dd>
        </div>
        <div>
          <dt>{t('desk.people.role')}</dt>
          <dd>{t(`desk.people.role.${member.role}`)}</dd>
        </div>
      </dl>
      <div className={css.acts}>
        <Button fit icon="profile" onClick={() => go(`/people/staff/${member.id}`)}>
          {t('desk.team.account')}
        </Button>
        {!isBlocked && me && me.id !== member.id && (
          <Button fit icon="refresh" onClick={() => setDoing('renew')}>
            {t('desk.team.renew')}
          </Button>
        )}
      </div>
      {clinician && <ProfileText clinician={clinician} team={team} onChange={() => setDoing('change')} />}
      {doing === 'renew' && <RenewDialog member={member} onClose={close} />}
    </>
  )
}
