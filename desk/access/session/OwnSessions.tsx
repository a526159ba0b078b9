import { endMyDeskSession, endMyOtherDeskSessions, myDeskSessions } from '@cuida/core/access/team/staff-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { SessionList } from '@cuida/ui/SessionList/SessionList.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import type { ReactNode } from 'react'
import { api } from '../../kit/api.ts'
import { formatWhen } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { useMutation, useQuery } from '../../kit/queries.ts'
import { useStaff } from '../../kit/session.ts'
import { OwnPasskeys } from '../passkey/OwnPasskeys.tsx'
import { PhotoChoice } from '../photo/PhotoChoice.tsx'

interface OwnSessionsProps {
  notificationSettings: ReactNode
  onClose: () => void
}

/** The sessions of the signed-in person, and how to end the others. */
export function OwnSessions({ notificationSettings, onClose }: OwnSessionsProps) {
  const { data, error } = useOwnSessions()
  const end = useEndOwnSessions()
  const endOne = (id: string) => end.mutate(id, { onSuccess: () => showToast(t('ui.sessions.ended')) })
  const endOthers = () => end.mutate(undefined, { onSuccess: () => showToast(t('desk.session.othersDone')) })
  const hasOthers = data?.items.some(({ current }) => !current)
  return (
    <Dialog
      open
      title={t('desk.session.mine')}
      onClose={onClose}
      actions={
        hasOthers && (
          <Button variant="danger" busy={end.isPending && end.variables === undefined} onClick={endOthers}>
            {t('desk.session.others')}
          </Button>
        )
      }
    >
      <OwnPhoto />
      {notificationSettings}
      <OwnPasskeys />
      <p>{t('desk.session.hint')}</p>
      <Failure failure={end.error ?? error} />
      {!data && !error && <Skeleton lines={3} />}
      {data && (
        <SessionList
          items={data.items}
          ending={end.isPending ? end.variables : undefined}
          when={formatWhen}
          onEnd={endOne}
        />
      )}
    </Dialog>
  )
}

export const useOwnSessions = () => useQuery(myDeskSessions)

/** Ends one session, or all others when no id is given. */
export const useEndOwnSessions = () =>
  useMutation((id: string | undefined) => (id ? api(endMyDeskSession, { id }) : api(endMyOtherDeskSessions)), {
    stale: [myDeskSessions],
  })

/** The clinician's own photo. A manager who sees no patients has none. */
export function OwnPhoto() {
  const { data } = useStaff()
  if (!data?.clinicianId) return null
  const { clinicianId, name, photoUrl } = data
  return <PhotoChoice title={t('desk.photo.mine')} clinicianId={clinicianId} name={name} photo={photoUrl} />
}
