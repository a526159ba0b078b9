import { expect, test } from 'vitest'
import { parseTopics } from './change-events.ts'

test.each([
  ['event: changed\ndata: {"topics":["account"]}', ['account']],
  [': still here', []],
  ['event: changed\ndata: {"topics":"account"}', []],
  ['data: {"topics":[1,"queue"]}', ['queue']],
  ['data: half', []],
  ['data: null', []],
])('the event %j has the topics %j', (event, topics) => expect(parseTopics(event)).toEqual(topics))
