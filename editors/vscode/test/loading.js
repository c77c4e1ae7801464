// Loads what the tests test, with the stand-ins in place of the editor and its client.

const Module = require('node:module');
const path = require('node:path');

const standIns = {
  vscode: path.join(__dirname, 'standins/vscode.js'),
  'vscode-languageclient/node': path.join(__dirname, 'standins/languageclient.js'),
};
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => standIns[request] ?? resolve(request, ...rest);

exports.load = (name) => require(path.join(process.env.BREVIATE_VSCODE, name));
exports.vscode = require('vscode');
exports.LanguageClient = require('vscode-languageclient/node').LanguageClient;
exports.folder = path.join(__dirname, '..');
