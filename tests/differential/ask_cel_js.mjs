// SPDX-License-Identifier: Apache-2.0
// Asks an independent CEL implementation for the value of every expression of cases.json over every
// data set, and writes its answers to cel_js_answers.json:  npm install && npm run answers

import {readFileSync, writeFileSync} from 'node:fs'
import {Environment} from '@marcbachmann/cel-js'

const here = name => new URL(name, import.meta.url)
const {data, expressions} = JSON.parse(readFileSync(here('cases.json'), 'utf8'))

class Device {
  constructor({name, mtu, up, enabled}) {
    Object.assign(this, {name, mtu: BigInt(mtu), up, enabled: enabled.map(BigInt)})
  }
}

// The types of the members of `Data` in cel_js_test.cpp. JSON does not tell 1 from 1.0.
const types = {
  i: 'int', j: 'int', zero: 'int', d: 'double', half: 'double', s: 'string', r: 'string',
  empty: 'string', wide: 'string', yes: 'bool', no: 'bool', xs: 'list<int>', ys: 'list<int>',
  none: 'list<int>', names: 'list<string>', nested: 'list<list<int>>', ds: 'list<double>',
  counts: 'map<string, int>', devices: 'list<Device>'
}
const environment = new Environment().registerType('Device', {
  ctor: Device,
  fields: {name: 'string', mtu: 'int', up: 'bool', enabled: 'list<int>'}
})
for (const [name, type] of Object.entries(types)) environment.registerVariable(name, type)

function typed(value, type) {
  if (type === 'int') return BigInt(value)
  if (type === 'list<Device>') return value.map(device => new Device(device))
  if (type.startsWith('list<')) return value.map(item => typed(item, type.slice(5, -1)))
  if (type.startsWith('map<')) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, BigInt(item)]))
  }
  return value
}

function spell(value) {
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

function ask(expression, context) {
  try {
    return spell(environment.evaluate(expression, context))
  } catch {
    return 'error'
  }
}

const answers = {}
for (const [set, values] of Object.entries(data)) {
  const context = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, typed(values[name], type)])
  )
  answers[set] = Object.fromEntries(expressions.map(text => [text, ask(text, context)]))
}
writeFileSync(here('cel_js_answers.json'), JSON.stringify(answers, null, 1) + '\n')
