import { SessionList } from '@cuida/ui/SessionList/SessionList.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { momentWords } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { useEndSession, useMySessions } from './security-queries.ts'

/** The account's sessions; each but this one can be ended from here. */
export function OpenSessions() {
  const { timeZone } = usePartner()
  const { data, error } = useMySessions()
  const end = useEndSession()
  if (error) return <FailureAlert failure={error} />
  if (!data) return <Skeleton lines={3} />
  const close = (id: string) => end.mutate(id, { onSuccess: () => showToast(t('ui.sessions.ended')) })
  return (
    <>
      <FailureAlert failure={end.error} />
      <SessionList
        items={data.items}
        ending={end.isPending ? end.variables : undefined}
        when={(moment) => momentWords(moment, timeZone)}
        onEnd={close}
      />
    </>
  )
}
