import { Config } from '@cuida/core/brand/config.ts'
import { unwrap } from '@cuida/core/brand/strapi.ts'
import { untilAnswered } from '@cuida/ui/client/until-answered.ts'
import { applyTheme } from '@cuida/ui/theme/theme-style.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'
import { keepZone } from './times.ts'

async function fetchConfig(): Promise<Config> {
  const reply = await fetch('/api/backend-config?populate=*')
  if (!reply.ok) throw new Error(`config: ${reply.status}`)
  const config = v.parse(Config, unwrap(await reply.json()))
  keepZone(config.timeZone)
  return config
}

/** The partner's settings, asked once; until they come the desk works in the house's colours. */
export function usePartner(): Config | undefined {
  const { data } = useQuery({
    queryKey: ['partner'],
    queryFn: fetchConfig,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: untilAnswered,
  })
  useEffect(() => {
    if (data) applyTheme(data.brand)
  }, [data])
  return data
}
