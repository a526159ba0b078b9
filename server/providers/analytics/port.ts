import type { AnalyticsSettings } from '@cuida/core/brand/analytics/analytics-settings.ts'
import type { TrackedEvent } from '@cuida/core/brand/analytics/tracking-api.ts'
import type { Checkable } from '../provider-check.ts'

/** Sends the app's events to the analytics vendor that the content names. */
export interface Analytics extends Checkable {
  /** Throws ProviderDown. */
  record(settings: AnalyticsSettings, tracked: TrackedEvent): Promise<void>
}
