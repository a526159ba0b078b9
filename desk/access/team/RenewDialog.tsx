import type { Member } from '@cuida/core/access/team/team-api.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMail } from '../../kit/partner.ts'
import { ReasonDialog } from '../../kit/place/ReasonDialog.tsx'
import { useRenew } from './queries.ts'

/** Another phone, or a forgotten password: they are signed out, and a link lets them choose both anew. */
export function RenewDialog({ member: { id, name, email }, onClose }: { member: Member; onClose: () => void }) {
  const renew = useRenew()
  const byMail = useMail()
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
