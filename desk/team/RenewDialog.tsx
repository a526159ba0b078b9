import type { Member } from '@cuida/core/access/team-api.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { ReasonDialog } from '../people/ReasonDialog.tsx'
import { useRenew } from './queries.ts'

/** Another phone, or a forgotten password: they are signed out, and a link lets them choose both anew. */
export function RenewDialog({ member: { id, name, email }, onClose }: { member: Member; onClose: () => void }) {
  const renew = useRenew()
  return (
    <ReasonDialog
      title={t('desk.team.renew.title')}
      text={t('desk.team.renew.text', { name, email })}
      act={t('desk.team.renew')}
      variant="danger"
      onReason={async (reason) => {
        await renew.mutateAsync({ id, reason })
        showToast(t('desk.team.renew.done', { name, email }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
