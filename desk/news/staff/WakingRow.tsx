import type { StaffNewsChoice } from '@cuida/core/news/staff/staff-news-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import type { PushState } from '@cuida/ui/client/browser-push.ts'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { gatheredKey } from '@cuida/ui/client/reads/read-key.ts'
import { useGathered } from '@cuida/ui/client/reads/use-read.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Failure } from '../../kit/Failure.tsx'
import { useDeed } from '../../kit/reads.ts'
import { waking } from './waking.ts'

const THIS_BROWSER = { method: 'HERE', path: '/waking' }

/** This browser alone: whether it may be woken, and the way back. */
export function WakingRow({ pushKey, devices }: Pick<StaffNewsChoice, 'pushKey' | 'devices'>) {
  const queries = useQueryClient()
  const { data: state } = useGathered(THIS_BROWSER, devices, () => waking.state(devices), { gcTime: 0 })
  const change = useDeed((now: PushState) => waking.change(now, pushKey), {
    onDone: (now) => queries.setQueryData(gatheredKey(THIS_BROWSER, devices), now),
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
