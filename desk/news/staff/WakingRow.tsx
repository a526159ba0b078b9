import type { StaffNewsChoice } from '@cuida/core/news/staff/staff-news-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Failure } from '../../kit/Failure.tsx'
import { waking } from './waking.ts'

/** This browser alone: whether it may be woken, and the way back. */
export function WakingRow({ pushKey, devices }: Pick<StaffNewsChoice, 'pushKey' | 'devices'>) {
  const queries = useQueryClient()
  const key = ['staff-waking', devices]
  const { data: state } = useQuery({
    queryKey: ['staff-waking', devices],
    queryFn: () => waking.state(devices),
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: (now: PushState) => waking.change(now, pushKey),
    onSuccess: (now: PushState) => queries.setQueryData(key, now),
  })
  if (!state) return null
  const { error } = change
  return (
    <div>
      <p>{t(`desk.news.waking.${state}`)}</p>
      {error instanceof CallFailed ? (
        <Failure failure={error} />
      ) : (
        error && <Alert title={t('desk.news.waking.failed')} />
      )}
      {(state === 'off' || state === 'on') && (
        <Button icon="bell" busy={change.isPending} onClick={() => change.mutate(state)}>
          {t(state === 'off' ? 'desk.news.waking.allow' : 'desk.news.waking.stop')}
        </Button>
      )}
    </div>
  )
}
